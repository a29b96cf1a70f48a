/**
 * /use: the mailbox of a visitor, full size. Several addresses side by side, the open one with its bar, its letters and
 * the one being read. An address in the URL that is not held here is asked for with its password; a ticket in the
 * fragment opens one on this device.
 */
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTitle } from '../../account/use-title.ts'
import { AddressShelf } from '../../mail/shelf/address-shelf.tsx'
import { ticketIn } from '../../site/paths.ts'
import { UseBody } from './use-body.tsx'
import { atAddress, readUseUrl, urlOfUse } from './use-url.ts'

const GoOn = lazy(() => import('./go-on.tsx'))

export function Component() {
  const [params] = useSearchParams()
  const view = useMemo(() => readUseUrl(params), [params])
  const navigate = useNavigate()
  const ticket = ticketIn(useLocation().hash)
  // The way back must not lead to a ticket that was used.
  const replace = ticket !== null
  const show = useCallback(
    (address: string | null) => void navigate(urlOfUse(atAddress(address)), { replace }),
    [navigate, replace],
  )
  useTitle('使用邮箱')
  return (
    <AddressShelf wanted={view.address} show={show}>
      {ticket === null ? (
        <UseBody view={view} />
      ) : (
        <Suspense>
          <GoOn key={ticket} ticket={ticket} />
        </Suspense>
      )}
    </AddressShelf>
  )
}
