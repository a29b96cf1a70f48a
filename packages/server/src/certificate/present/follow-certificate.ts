/** A certificate that is read again when its files change. */
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { lifeOf, type ReadyCertificate, readChain } from './held-certificate.ts'

export type CertificateFiles = { certFile: string; keyFile: string }

/** The certificate in the files, as it is now. The one in use stays until a good one is there. */
export type FollowedCertificate = () => ReadyCertificate | null

const checkEveryMs = 10_000

export function followCertificate(
  files: CertificateFiles,
  onFault: (cause: unknown) => void,
  onLoaded: (cert: Buffer) => void = () => undefined,
): FollowedCertificate {
  let held: ReadyCertificate | null = null
  let heldOf = ''
  let checkedAt = Number.NEGATIVE_INFINITY

  return () => {
    const now = performance.now()
    if (now - checkedAt < checkEveryMs) return held
    checkedAt = now
    try {
      const stamp = [files.certFile, files.keyFile].map(file => statSync(file).mtimeMs).join('|')
      if (stamp !== heldOf) {
        const cert = readFileSync(files.certFile)
        const context = createSecureContext({
          cert,
          key: readFileSync(files.keyFile),
          minVersion: 'TLSv1.2',
        })
        const [leaf] = readChain(cert)
        if (!leaf) throw new Error('a chain without a certificate')
        const covers = (name: string) => leaf.checkHost(name) !== undefined
        held = { ...lifeOf(leaf), chain: cert.toString(), context, covers }
        heldOf = stamp
        onLoaded(cert)
      }
    } catch (cause) {
      onFault(cause)
    }
    return held
  }
}
