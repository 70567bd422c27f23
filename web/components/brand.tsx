import styles from '#web/components/brand.module.css'

/** The product's mark and name; with `short` a phone shows the mark alone, to leave room for other items. */
export const Brand = ({ short = false }: { short?: boolean }) => (
  <span className={styles.brand}>
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={styles.plate} />
      <path d="M9 9.5h14M9 16h14M9 22.5h7" className={styles.lines} />
      <circle cx="22.25" cy="22.5" r="2.5" className={styles.dot} />
    </svg>
    <span className={short ? styles.word : undefined}>Siteledger</span>
  </span>
)
