/** Looks up domains for other rooms. */
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
