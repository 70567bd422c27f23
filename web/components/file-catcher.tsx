import { useEffect, useEffectEvent, useState } from 'react'
import styles from '#web/components/file-catcher.module.css'
import { Icon } from '#web/components/icon.tsx'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

type Props = {
  onFiles: (files: File[], data: DataTransfer) => void
  disabled: boolean
  inDialog?: true
  children: string
}

const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/**
 * Takes files that are dropped or pasted anywhere on the page; during a drag, `children` says what a drop does. It also
 * keeps the browser from opening a dropped file in place of the page, which would lose input.
 */
export const FileCatcher = ({ onFiles, disabled, inDialog, children }: Props) => {
  const [over, setOver] = useState(false)
  // An open dialog takes precedence over the page.
  const isFree = () => !disabled && (inDialog ?? !document.querySelector('[role=dialog]'))
  const receive = useEffectEvent((data: DataTransfer | null) => {
    const files = declaredPhotos(data?.files ?? [])
    if (data && files.length > 0 && isFree()) onFiles(files, data)
    return files.length > 0
  })
  const hover = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isFree() ? 'copy' : 'none'
    setOver(isFree())
  })
  useEffect(() => {
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(false)
      receive(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => receive(event.clipboardData) && event.preventDefault()
    const here = new AbortController()
    const until = { signal: here.signal }
    document.addEventListener('dragover', hover, until)
    document.addEventListener('dragleave', leave, until)
    document.addEventListener('drop', drop, until)
    document.addEventListener('paste', paste, until)
    return () => here.abort()
  }, [])
  if (!over) return null
  return (
    <div className={styles.curtain} aria-hidden="true">
      <p className={styles.words}>
        <Icon name="upload" size={28} />
        {children}
      </p>
    </div>
  )
}
