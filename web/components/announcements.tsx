import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import styles from '#web/components/announcements.module.css'
import { bottomBarAtom } from '#web/components/bottom-bar.ts'

/** Pixels between notes and what is next to them. */
const gap = 16

/** Pixels from the lower edge of a screen to its notes: they are on that side of the bar which has more room. */
export const noteInset = ({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>, screenHeight: number): number =>
  top === bottom || screenHeight - bottom >= top ? gap : Math.max(gap, screenHeight - top + gap)

/** Pixels from the lower edge of the screen to the notes, which never cover the bar that sticks there. */
const useNoteInset = (): number => {
  const bar = useAtomValue(bottomBarAtom)
  const [inset, setInset] = useState(gap)
  useEffect(() => {
    if (!bar) return
    const place = () => setInset(noteInset(bar.getBoundingClientRect(), document.documentElement.clientHeight))
    const observer = new ResizeObserver(place)
    observer.observe(bar)
    observer.observe(document.body)
    window.addEventListener('scroll', place, { passive: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place)
      window.removeEventListener('resize', place)
    }
  }, [bar])
  return bar ? inset : gap
}

/** The toasts; screen readers announce each as it appears. */
const Announcements = () => (
  <Notifications
    position="bottom-right"
    autoClose={5000}
    className={styles.notes ?? ''}
    style={{ '--note-inset': useNoteInset() }}
  />
)

export default Announcements
