import type { ReactNode } from 'react'
import { BackLink } from '../shared/call-doc.tsx'
import styles from './guide.module.css'

/** `back`: a phone shows one thing at a time, and this is the way back to the list. */
export type GuideProps = { back: boolean }

/** One page of explanation, in the place of a call. */
export function Guide({ title, back, children }: GuideProps & { title: string; children: ReactNode }) {
  return (
    <article className={styles.guide} aria-label={title}>
      {back && <BackLink />}
      <h2>{title}</h2>
      {children}
    </article>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
