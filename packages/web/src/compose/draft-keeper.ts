/**
 * Saves a draft during typing: the first words at once, so that the draft has a URL, and later changes after
 * a short rest. It makes one save at a time, each with the version it knows, so that a second window never
 * loses anything to this one. It does not know the content of the draft.
 */
export type KeeperState =
  | { kind: 'clean' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** `again`: it is tried again by itself. */
  | { kind: 'failed'; error: unknown; again: boolean }
  /** The draft was changed elsewhere; nothing is saved until the person decides. */
  | { kind: 'conflict' }

export type Saved = { id: string; version: number }
/** The target of a save: the known draft, or the one that was requested under this key. */
export type Place = Saved | { key: string }

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), octet => octet.toString(16).padStart(2, '0')).join(
    '',
  )

type KeeperDeps<Body> = {
  /** Returns the content to save now. */
  content: () => Body
  save: (body: Body & Place) => Promise<Saved>
  isConflict: (error: unknown) => boolean
  /** After how long what failed that often in a row is tried again; null when that would be of no use. */
  againInMs: (error: unknown, failures: number) => number | null
  onState: (state: KeeperState) => void
  onSaved: (saved: Saved) => void
  restMs: number
}

export type DraftKeeper = {
  change(): void
  /** Saves all unsaved changes. Failures are in the state. */
  flush(): Promise<void>
  saved(): Saved | null
  isDirty(): boolean
  /**
   * Returns where the draft on the server may be now, for a page that cannot wait for an answer: during a
   * save nobody knows whether it has arrived.
   */
  perhaps(): readonly Place[]
  /** Lets this version win: it is saved over the other, whose version is given. */
  overrule(version: number): Promise<void>
  /** Stops all saving. */
  stop(): void
}

export function createDraftKeeper<Body>(deps: KeeperDeps<Body>, start: Saved | null): DraftKeeper {
  let known = start
  const key = newKey()
  let dirty = false
  let stopped = false
  let blocked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let running: Promise<void> | null = null

  async function saveAll(): Promise<void> {
    while (dirty && !blocked && !stopped) {
      dirty = false
      deps.onState({ kind: 'saving' })
      try {
        const { id, version } = await deps.save({ ...deps.content(), ...(known ?? { key }) })
        // Only these are taken, because the rest of the answer is older than the text on the page.
        known = { id, version }
        failures = 0
        if (stopped) return
        deps.onSaved(known)
        if (!dirty) deps.onState({ kind: 'saved', at: new Date() })
      } catch (error) {
        dirty = true
        blocked = deps.isConflict(error)
        if (stopped) return
        if (blocked) return deps.onState({ kind: 'conflict' })
        const waitMs = deps.againInMs(error, ++failures)
        clearTimeout(timer)
        if (waitMs !== null) timer = setTimeout(() => void run(), waitMs)
        return deps.onState({ kind: 'failed', error, again: waitMs !== null })
      }
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    change() {
      if (stopped) return
      dirty = true
      if (blocked) return
      if (running === null) deps.onState({ kind: 'changed' })
      clearTimeout(timer)
      timer = setTimeout(() => void run(), known === null ? 0 : deps.restMs)
    },
    async flush() {
      await run()
    },
    saved: () => known,
    isDirty: () => dirty || running !== null,
    perhaps() {
      if (known === null) return [{ key }]
      return running === null ? [known] : [known, { id: known.id, version: known.version + 1 }]
    },
    async overrule(version) {
      if (known) known = { id: known.id, version }
      blocked = false
      dirty = true
      await run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
