/**
 * Saves a draft as one types: the first words at once, so that it has a place to come back to, the others after a short
 * rest; one save at a time, each with the version it knows, so that a second window never loses anything to this one. It
 * does not know what is in the draft.
 */
export type KeeperState =
  | { kind: 'clean' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; error: unknown }
  /** Changed elsewhere since; nothing is saved until somebody decides. */
  | { kind: 'conflict' }

export type Saved = { id: string; version: number }
/** Where a save goes: to the draft that is known, or to the one that was asked for under this key. */
export type Place = Saved | { key: string }

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), octet => octet.toString(16).padStart(2, '0')).join(
    '',
  )

type KeeperDeps<Body> = {
  /** What to save now. */
  content: () => Body
  save: (body: Body & Place) => Promise<Saved>
  isConflict: (error: unknown) => boolean
  onState: (state: KeeperState) => void
  onSaved: (saved: Saved) => void
  restMs: number
}

export type DraftKeeper = {
  change(): void
  /** Saves what is not saved yet. Whatever goes wrong is in the state. */
  flush(): Promise<void>
  saved(): Saved | null
  isDirty(): boolean
  /**
   * Where the draft on the server may be now, for one who can wait for no answer: while a save is under way nobody knows
   * whether it has arrived.
   */
  perhaps(): readonly Place[]
  /** This one counts from now on: it is saved over the other, whose version is given. */
  overrule(version: number): Promise<void>
  /** Nothing is saved any more. */
  stop(): void
}

export function createDraftKeeper<Body>(deps: KeeperDeps<Body>, start: Saved | null): DraftKeeper {
  let known = start
  const key = newKey()
  let dirty = false
  let stopped = false
  let blocked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  async function saveAll(): Promise<void> {
    while (dirty && !blocked && !stopped) {
      dirty = false
      deps.onState({ kind: 'saving' })
      try {
        const { id, version } = await deps.save({ ...deps.content(), ...(known ?? { key }) })
        // Only these: what else the server tells of the draft is older than what is written here by now.
        known = { id, version }
        if (stopped) return
        deps.onSaved(known)
        if (!dirty) deps.onState({ kind: 'saved', at: new Date() })
      } catch (error) {
        dirty = true
        blocked = deps.isConflict(error)
        if (!stopped) deps.onState(blocked ? { kind: 'conflict' } : { kind: 'failed', error })
        return
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
