import { Icon, type IconName } from '#web/components/icon.tsx'
import styles from '#web/components/thumbnail.module.css'

type Props = { src: string | null; icon: IconName; initials?: string; note?: string }

/** A picture, or a placeholder while there is none. It is decorative: the name stands next to it. */
export const Thumbnail = ({ src, icon, initials, note }: Props) => (
  <span className={styles.frame}>
    {src ? (
      <img src={src} alt="" loading="lazy" decoding="async" className={styles.picture} />
    ) : (
      <span className={styles.stand} aria-hidden={note ? undefined : true}>
        {initials ? <span className={styles.letters}>{initials}</span> : <Icon name={icon} size={34} />}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    )}
  </span>
)

/** The initials of the first two words of a name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
