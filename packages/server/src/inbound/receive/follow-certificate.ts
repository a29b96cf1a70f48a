/** A certificate that is read again when its files change. */
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'

export type CertificateFiles = { certFile: string; keyFile: string }

const checkEveryMs = 10_000

/** The certificate in these files, as it is now. The one in use stays until a good one is there. */
export function followCertificate(
  files: CertificateFiles,
  onFault: (cause: unknown) => void,
  onLoaded: (cert: Buffer) => void = () => undefined,
): () => SecureContext | null {
  let held: SecureContext | null = null
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
        held = createSecureContext({
          cert,
          key: readFileSync(files.keyFile),
          minVersion: 'TLSv1.2',
        })
        heldOf = stamp
        onLoaded(cert)
      }
    } catch (cause) {
      onFault(cause)
    }
    return held
  }
}
