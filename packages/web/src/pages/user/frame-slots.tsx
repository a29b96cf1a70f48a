/**
 * Places in the frame of /user that a page or a feature fills: it renders its part where it has its data, and the part
 * appears in the frame. An unfilled place takes no room.
 */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

export type SlotName =
  | 'switcher' /* header, left: which mailbox */
  | 'search' /* header, middle */
  | 'live' /* header, right, before the theme */
  | 'compose' /* rail, under the brand */
  | 'railFoot' /* rail, at its foot */
  | 'phoneTitle' /* phone's top bar, instead of the page's name */
  | 'phoneActions' /* phone's top bar, right */

type Hosts = Partial<Record<SlotName, HTMLElement | null>>
type Slots = { hosts: Hosts; register: (name: SlotName, host: HTMLElement | null) => void }

const SlotContext = createContext<Slots>({ hosts: {}, register: () => undefined })

export function SlotProvider({ children }: { children: ReactNode }) {
  const [hosts, setHosts] = useState<Hosts>({})
  const register = useCallback<Slots['register']>(
    (name, host) => setHosts(known => (known[name] === host ? known : { ...known, [name]: host })),
    [],
  )
  const slots = useMemo(() => ({ hosts, register }), [hosts, register])
  return <SlotContext value={slots}>{children}</SlotContext>
}

/** The place itself, in the frame. */
export function SlotHost({ name, className }: { name: SlotName; className?: string | undefined }) {
  const { register } = useContext(SlotContext)
  const ref = useCallback((host: HTMLDivElement | null) => register(name, host), [register, name])
  return <div ref={ref} className={className} data-slot={name} />
}

/** What stands in it, wherever it is rendered from. */
export function FrameSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const host = useContext(SlotContext).hosts[name]
  return host ? createPortal(children, host) : null
}
