import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import styles from '#web/components/places/places-nav.module.css'
import type { Place } from '#web/components/places/use-places.ts'

type Props = { name: string; places: readonly Place[]; current: string | undefined }

/** Links to places that belong together; `current` is the name of the one where the browser is. */
export const PlaceGroup = ({ name: group, places, current }: Props) =>
  places.length > 0 && (
    <ul aria-label={group} className={styles.group} data-group={group}>
      {places.map(({ name, label, icon, to }) => (
        <li key={name}>
          <TextLink
            {...to}
            underline="never"
            className={styles.place ?? ''}
            title={label}
            aria-current={name === current ? 'page' : undefined}
            activeOptions={{ exact: true, includeHash: true }}
            hashScrollIntoView={false}
          >
            <Icon name={icon} size={18} />
            <span dir="auto">{label}</span>
          </TextLink>
        </li>
      ))}
    </ul>
  )
