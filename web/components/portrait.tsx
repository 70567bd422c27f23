import styles from '#web/components/portrait.module.css'
import { initials } from '#web/components/thumbnail.tsx'

type Props = { name: string; src: string | null; large?: boolean }

/** The picture of a person or a team, or else its initials. */
export const Portrait = ({ name, src, large = false }: Props) => (
  <span
    className={large ? `${styles.portrait} ${styles.large}` : styles.portrait}
    data-letters={src ? '' : initials(name)}
  >
    {src && <img src={src} alt="" />}
  </span>
)
