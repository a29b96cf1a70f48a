/** The reasons why a request to the outside fails. The list is closed. */
export type OutsideReason =
  | 'bad-url'
  | 'scheme'
  | 'port'
  | 'address'
  | 'dns'
  | 'timeout'
  | 'too-large'
  | 'redirects'
  | 'network'
