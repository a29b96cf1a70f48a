import styles from './double-rule.module.css'

/** 文武线, used once on a page. */
export function DoubleRule({ className }: { className?: string }) {
  return <hr className={className ? `${styles.rule} ${className}` : styles.rule} />
}
