import { useEffect, useEffectEvent, useState } from 'react'
import styles from '#web/components/file-catcher.module.css'
import { Icon } from '#web/components/icon.tsx'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

type Props = {
  onFiles: (files: File[], data: DataTransfer) => void
  disabled: boolean
  inDialog?: true
  /** Takes folders, too; or, for a page, folders and what is dropped where no other catcher takes it. */
  folders?: 'too' | 'left'
  children: string
}

/** A folder comes as a file of no use; what it is, is known while the event lasts. */
const holdsFolder = (data: DataTransfer): boolean =>
  [...data.items].some((item) => item.webkitGetAsEntry()?.isDirectory)

const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/**
 * Takes files that are dropped or pasted anywhere on the page; during a drag, `children` says what a drop does. It also
 * keeps the browser from opening a dropped file in place of the page, which would lose input.
 */
export const FileCatcher = ({ onFiles, disabled, inDialog, folders, children }: Props) => {
  const [over, setOver] = useState(false)
  // An open dialog takes precedence over the page.
  const isFree = () => !disabled && (inDialog ?? !document.querySelector('[role=dialog]'))
  const receive = useEffectEvent((data: DataTransfer | null, isLeft = false) => {
    const isMeant = data && (folders === 'too' || isLeft || holdsFolder(data) === (folders === 'left'))
    const files = isMeant ? declaredPhotos(data.files) : []
    if (data && files.length > 0 && isFree()) onFiles(files, data)
    return files.length > 0
  })
  const hover = useEffectEvent((event: DragEvent) => {
    // Another catcher of the page says what a drop does.
    if (!carriesFiles(event.dataTransfer) || (folders === 'left' && event.defaultPrevented)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isFree() ? 'copy' : 'none'
    setOver(isFree())
  })
  useEffect(() => {
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      const isLeft = folders === 'left' && !event.defaultPrevented
      event.preventDefault()
      setOver(false)
      receive(event.dataTransfer, isLeft)
    }
    const paste = (event: ClipboardEvent) => receive(event.clipboardData) && event.preventDefault()
    const here = new AbortController()
    const until = { signal: here.signal }
    // The window hears of an event after all others.
    const place: GlobalEventHandlers = folders === 'left' ? window : document
    place.addEventListener('dragover', hover, until)
    place.addEventListener('dragleave', leave, until)
    place.addEventListener('drop', drop, until)
    place.addEventListener('paste', paste, until)
    return () => here.abort()
  }, [folders])
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
