/**
 * /use: the mailbox of a visitor, full size. Several addresses side by side, the open one with its bar, its letters and
 * the one being read. An address in the URL that is not held here is asked for with its password.
 */
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AddressShelf } from '../../mail/shelf/address-shelf.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { UseBody } from './use-body.tsx'
import { readUseUrl, urlOfUse } from './use-url.ts'

export function Component() {
  const [params] = useSearchParams()
  const view = useMemo(() => readUseUrl(params), [params])
  const navigate = useNavigate()
  const show = useCallback(
    (address: string | null) => void navigate(urlOfUse({ address, filter: 'all', mail: null })),
    [navigate],
  )
  useTitle('使用邮箱')
  return (
    <AddressShelf wanted={view.address} show={show}>
      <UseBody view={view} />
    </AddressShelf>
  )
}
