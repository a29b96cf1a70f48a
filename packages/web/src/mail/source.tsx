/** The login with which the mail parts on a page make their calls. */
import { createContext, useContext } from 'react'
import type { Api, FetchBytes, SendFile } from '../api/index.ts'

export type MailSource = {
  /** Names the login in query keys; it never contains the token itself. */
  key: string
  token: string
  api: Api
  fetchBytes: FetchBytes
  sendFile: SendFile
}

const SourceContext = createContext<MailSource | null>(null)

export const MailSourceProvider = SourceContext

export function useMailSource(): MailSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('mail is shown outside a mail source')
  return source
}
