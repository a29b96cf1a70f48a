/** Stands in for `thread-file.ts` in tests: a thread starts from the build in a tenth of the time it takes from its sources. */
export const threadFile = (name: string): URL => new URL(`../../dist/${name}.js`, import.meta.url)
