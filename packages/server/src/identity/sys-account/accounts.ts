/** Looking up, locking and changing system accounts, for other rooms. */
export {
  findAccount,
  findAccountByName,
  findKeeper,
  insertAccount,
  lockAccount,
  setAccountPassword,
  setTotp,
  updateAccount,
} from './repository.ts'
