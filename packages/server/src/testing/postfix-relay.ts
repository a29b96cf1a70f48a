/** Runs a Postfix that passes everything on to one port. */
import { join } from 'node:path'
import { type Postfix, startPostfix } from './postfix.ts'

export const startRelay = (parent: string, toPort: number): Promise<Postfix> =>
  startPostfix(join(parent, 'postfix'), {
    settings: [
      'mynetworks = 127.0.0.0/8',
      'myhostname = relay.example.org',
      `relayhost = [127.0.0.1]:${toPort}`,
      'smtp_tls_security_level = may',
    ],
    services: ['smtp unix - - n - - smtp', 'scache unix - - n - 1 scache'],
  })
