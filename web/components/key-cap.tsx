import styles from '#web/components/key-cap.module.css'

/** A key as it is written on a keyboard. */
export const KeyCap = ({ children }: { children: string }) => <kbd className={styles.cap}>{children}</kbd>
