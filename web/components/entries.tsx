import type { ReactNode } from 'react'
import styles from '#web/components/entries.module.css'

/** A framed list whose entries say more than a row of a table could. */
export const Entries = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

/** One of them, a grid; `className` gives its columns and gaps. */
export const Entry = ({ className = '', children }: { className?: string | undefined; children: ReactNode }) => (
  <li className={`${styles.entry} ${className}`}>{children}</li>
)

/** What it is called. */
export const EntryName = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={styles.name}>
    {children}
  </h2>
)

/** A small line about it. */
export const EntryLine = ({ children }: { children: ReactNode }) => <p className={styles.line}>{children}</p>
