/**
 * Places in the frame of /user that a page or a feature fills: it renders its part where it has its data, and
 * the part appears in the frame. An empty place takes no room.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
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
type Slots = {
  hosts: Hosts
  register: (name: SlotName, host: HTMLElement | null) => void
  /** Places that somebody has for itself. */
  taken: ReadonlySet<SlotName>
  take: (name: SlotName, taken: boolean) => void
}

const SlotContext = createContext<Slots>({
  hosts: {},
  register: () => undefined,
  taken: new Set(),
  take: () => undefined,
})

export function SlotProvider({ children }: { children: ReactNode }) {
  const [hosts, setHosts] = useState<Hosts>({})
  const [taken, setTaken] = useState<ReadonlySet<SlotName>>(new Set())
  const register = useCallback<Slots['register']>(
    (name, host) => setHosts(known => (known[name] === host ? known : { ...known, [name]: host })),
    [],
  )
  const take = useCallback<Slots['take']>((name, isTaken) => {
    setTaken(known => {
      const next = new Set(known)
      if (isTaken) next.add(name)
      else next.delete(name)
      return next
    })
  }, [])
  const slots = useMemo(() => ({ hosts, register, taken, take }), [hosts, register, taken, take])
  return <SlotContext value={slots}>{children}</SlotContext>
}

/** The place itself in the frame. */
export function SlotHost({ name, className }: { name: SlotName; className?: string | undefined }) {
  const { register } = useContext(SlotContext)
  const ref = useCallback((host: HTMLDivElement | null) => register(name, host), [register, name])
  return <div ref={ref} className={className} data-slot={name} />
}

/** Renders content into a place, from anywhere. */
export function FrameSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const { hosts, taken } = useContext(SlotContext)
  const host = hosts[name]
  return host && !taken.has(name) ? createPortal(children, host) : null
}

/** Renders content into a place instead of all that others put there. */
export function TakenSlot({ name, children }: { name: SlotName; children?: ReactNode }) {
  const { hosts, take } = useContext(SlotContext)
  useLayoutEffect(() => {
    take(name, true)
    return () => take(name, false)
  }, [name, take])
  const host = hosts[name]
  return host ? createPortal(children, host) : null
}
