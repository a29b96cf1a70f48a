/**
 * The facts that this room notes down. They are beside the words, because subfolders of the room use both.
 */
type Nothing = Record<string, never>

/** Why a sender that verifies certificates would not deliver to our port. */
export type TlsFault =
  | 'noTls'
  | 'expired'
  | 'notYet'
  | 'selfSigned'
  | 'otherName'
  | 'incomplete'
  | 'unknownIssuer'
  | 'untrusted'

/** `unseen`: nobody has looked lately. `endsSoon`: it is good now, and nobody renewed it in time. */
export type TrustFault = TlsFault | 'unseen' | 'endsSoon'

/** In the audit log. */
type DomainActs = {
  /** An admin vouched for the domain. */
  domainVouchedFor: Nothing
  domainChanged: {
    open?: boolean | undefined
    store?: boolean | undefined
    catchAll?: boolean | undefined
    subdomains?: boolean | undefined
    /** Null for the host of the site. */
    mailHost?: string | null | undefined
    rotateDkim?: true
  }
  domainRemoved: { mailboxes: number; mails: number }
  recordsWritten: Nothing
  recordsTakenBack: Nothing
  /** The names of records that were right and no longer are. */
  recordsBroke: { names: readonly string[] }
  proofLapsed: Nothing
  /** Somebody else has proved the name. */
  proofTaken: Nothing
}

/** Advice about a record that was looked up. */
type RecordAdvice = {
  dnsTimeout: Nothing
  dnsFault: Nothing
  ownershipMissing: Nothing
  ownershipWrong: Nothing
  mxMissing: Nothing
  mxElsewhere: Nothing
  mxBehindOther: { other: string }
  mxOthersToo: Nothing
  hostUnnamed: Nothing
  hostMissing: Nothing
  hostPrivate: Nothing
  spfMissing: Nothing
  spfMany: { count: number }
  spfVersion: Nothing
  spfSyntax: Nothing
  spfLoop: Nothing
  spfTooManyLookups: { lookups: number; most: number }
  spfAllowsAll: Nothing
  spfForbidsUs: { address: string }
  /** Part of the record could not be looked up. */
  spfUnsure: { address: string }
  spfLookups: { lookups: number; most: number }
  dkimMissing: Nothing
  dkimSecondMissing: Nothing
  dkimRetiringMissing: Nothing
  dkimMany: Nothing
  dkimRevoked: Nothing
  dkimOtherKey: Nothing
  dkimVersion: Nothing
  dkimTesting: Nothing
  dkimRetiring: Nothing
  /** There are texts, but none has the right version. */
  versionMissing: { version: string }
  versionSpelled: { version: string }
  dmarcMissing: Nothing
  dmarcMany: Nothing
  dmarcObserves: Nothing
  dmarcPolicy: Nothing
  stsMissing: Nothing
  stsNeedsWeb: Nothing
  stsWithoutWeb: Nothing
  stsMany: Nothing
  stsId: Nothing
  stsOutdated: Nothing
  /** The policy only asks for reports, because our certificate would not pass. */
  stsTesting: { why: TrustFault }
  tlsRptMissing: Nothing
  tlsRptMany: Nothing
  tlsRptAddress: Nothing
  aliasMissing: Nothing
  aliasElsewhere: Nothing
  srvMissing: Nothing
  srvElsewhere: Nothing
  ptrMissing: Nothing
  ptrOther: { host: string }
  blocklistsNone: Nothing
  blocklistsListed: { count: number }
  blocklistsSilent: Nothing
  blocklistsClear: { lists: number; heard: number }
}

/** The reasons for planned changes of a zone. */
type ChangeReasons = {
  planSpf: Nothing
  planSpfMerged: Nothing
  planSpfExtended: Nothing
  planMergedAway: Nothing
  planMx: Nothing
  planOtherMx: Nothing
  planRepaired: Nothing
  planOnlyOne: Nothing
  planKey: Nothing
  planKeyReplaced: Nothing
  planOneOfName: Nothing
  planAlias: Nothing
  planSrv: Nothing
  planOwnership: Nothing
  planDmarc: Nothing
  planSts: Nothing
  planTlsRpt: Nothing
}

export type DomainFacts = DomainActs & RecordAdvice & ChangeReasons

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends DomainFacts {}
}
