/** Reads and writes stored values by scope and name, for other rooms. */
export {
  findValue,
  keepFirstValue,
  listChanges,
  noteChange,
  putValue,
  readSettings,
  removeSetting,
  removeSettings,
  writeSetting,
} from './repository.ts'
