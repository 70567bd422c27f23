import type { ReactNode } from 'react'
import styles from '#web/components/entries.module.css'

/** A framed list whose entries hold more than a table row could. */
export const Entries = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

/** One entry, a grid; `className` sets its columns and gaps. */
export const Entry = ({ className = '', children }: { className?: string | undefined; children: ReactNode }) => (
  <li className={`${styles.entry} ${className}`}>{children}</li>
)

/** The title of an entry. */
export const EntryName = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={styles.name}>
    {children}
  </h2>
)

/** A line of details about an entry. */
export const EntryLine = ({ children }: { children: ReactNode }) => <p className={styles.line}>{children}</p>
