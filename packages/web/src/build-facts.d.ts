/** Constants that the build inserts; see vite.config.ts. */
declare const __PDF_DATA__: string

declare module '*.mjs?url' {
  const url: string
  export default url
}
