/** The drawings of empty places, each of what will stand there. Lines of one width, in the colour of the rules. */
import styles from './states.module.css'

const drawings = {
  /** Codes to sell, one before the other. */
  cards:
    'M14 12h40a3 3 0 0 1 3 3v22M7 8h40a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3zM4 17h46M11 27h4m4 0h4m4 0h4m4 0h4',
  /** A receipt with a torn edge. */
  orders: 'M18 4h28v40l-4.7-4-4.7 4-4.6-4-4.7 4-4.6-4-4.7 4zM25 14h14M25 21h14M25 28h8',
  /** An address line with its dot. */
  domains:
    'M32 6a18 18 0 1 1 0 36 18 18 0 0 1 0-36zM14 24h36M32 6c-7 5-9 11-9 18s2 13 9 18c7-5 9-11 9-18s-2-13-9-18z',
  /** One way that becomes several. */
  rules:
    'M4 24h18M22 24c8 0 6-14 14-14h4M22 24h18M22 24c8 0 6 14 14 14h4M44 6h14v8H44zM44 20h14v8H44zM44 34h14v8H44z',
  /** An envelope, closed. */
  mailboxes: 'M12 8h40a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3zM10 10l22 17 22-17',
  /** A paper plane and its way. */
  sent: 'M56 6L26 20l-16-4zM56 6L38 36l-12-16zM4 40c6 2 12 1 17-4',
  /** A sheet with a line begun. */
  drafts: 'M20 4h24v40H20zM26 13h12M26 20h12M26 27h5M31 31l13-13 4 4-13 13-5 1z',
  people:
    'M24 8a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 42c0-9 6-14 14-14s14 5 14 14M42 11a6 6 0 1 1 0 12M43 28c7 0 11 5 11 12',
  /** Deeds, one after the other. */
  log: 'M16 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM16 21a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM16 34a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM16 14v7M16 27v7M27 11h24M27 24h16M27 37h20',
  /** A shield that nothing passes. */
  blocks: 'M32 4l16 6v13c0 10-7 17-16 21-9-4-16-11-16-21V10zM25 17l14 14M39 17L25 31',
  bells: 'M18 34h28l-4-6V20a10 10 0 0 0-20 0v8zM28 38a4 4 0 0 0 8 0M52 16c2 3 2 7 0 10M12 16c-2 3-2 7 0 10',
  /** A price tag. */
  plans: 'M10 26L30 6h18a4 4 0 0 1 4 4v18L32 48zM43 12a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM24 26l8 8',
  /** Work that goes on by itself. */
  jobs: 'M10 9h44v8H10zM10 31h44v8H10zM14 13h24M14 35h10',
  /** A shop with its awning. */
  shop: 'M10 20v22h44V20M8 20l5-12h38l5 12a6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0zM27 42V30h10v12',
  /** A glass over what was not found. */
  search: 'M28 8a13 13 0 1 1 0 26 13 13 0 0 1 0-26zM37 31l13 13M22 21h12',
} as const

export type EmptyDrawing = keyof typeof drawings

export function Drawing({ of }: { of: EmptyDrawing }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
      <path d={drawings[of]} />
    </svg>
  )
}
