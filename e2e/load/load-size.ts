/**
 * Sets the size of the load tests: small in every run, whole with `YANSHU_TEST_LOAD=full`, and with a soak of
 * 60 minutes for `YANSHU_TEST_LOAD=full:60`.
 */
const asked = process.env.YANSHU_TEST_LOAD ?? ''
const full = /^full(?::(\d+))?$/.exec(asked)
if (asked !== '' && !full) throw new Error(`YANSHU_TEST_LOAD is full, or full:<minutes>, not ${asked}`)

/** The limits of the small form leave room for a machine that is busy with other tests. */
export const sized = <Value>(small: Value, whole: Value): Value => (full ? whole : small)

export const soakMs = full ? Number(full[1] ?? 3) * 60_000 : 8_000

/** The full form may take minutes for work that the small one does in seconds. */
export const withinMs = sized(240_000, soakMs + 900_000)

/** Prints figures, which are useful whether or not the test passes. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)
