/** Looks up domains for other rooms. */

export { listServedHosts, type ServedHost } from './record-repository.ts'
export {
  countHeldBy,
  type DomainRow,
  domainNames,
  findDomain,
  findDomainByName,
  findDomainsByNames,
  findTakenNames,
  listOpenDomains,
  openDomainRows,
} from './repository.ts'
