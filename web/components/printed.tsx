import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from '#web/components/printed.module.css'

type Props = { className: string | undefined; onPrinted: () => void; children: ReactNode }

/** Stands on paper in place of the page: it is printed once its pictures are drawn, and `onPrinted` takes it away. */
export const Printed = ({ className, onPrinted, children }: Props) => {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    const pictures = paper.current?.querySelectorAll('img') ?? []
    window.addEventListener('afterprint', onPrinted, { once: true })
    void Promise.allSettled(Array.from(pictures, (picture) => picture.decode())).then(() => isGone || window.print())
    return () => {
      isGone = true
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
  return createPortal(
    <div ref={paper} className={`${styles.paper} ${className}`}>
      {children}
    </div>,
    document.body,
  )
}
