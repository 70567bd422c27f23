import { Button } from '@mantine/core'
import { useRef } from 'react'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import zone from '#web/components/drop-field.module.css'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { Icon } from '#web/components/icon.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { type ChosenFolder, folderOfDrop, folderOfFiles } from './chosen-folder.ts'

/** Phones cannot choose folders. */
const choosesFolders = 'webkitdirectory' in HTMLInputElement.prototype
const noun = choosesFolders ? 'a folder' : 'files'
const directory = choosesFolders ? { webkitdirectory: '' } : {}

type Props = { chosen: ChosenFolder | undefined; onChoose: (folder: ChosenFolder) => void }

/** Chooses a folder, or several files where folders cannot be chosen; folders can be dropped anywhere on the page. */
export const FolderField = ({ chosen, onChoose }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={zone.zone}>
      <Icon name="upload" size={26} />
      <div className={zone.words}>
        <span className={zone.name}>
          {chosen?.name ?? (choosesFolders ? 'Drop a folder here, or choose one' : 'Choose files')}
        </span>
        <span className={zone.hint}>
          {`PDF, JPEG, PNG or HEIC, up to ${humanReadableSize(maxUploadBytes)} each. Folders and names tell where they go.`}
        </span>
      </div>
      <Button variant="default" size="xs" className={zone.button ?? ''} onClick={() => input.current?.click()}>
        {chosen ? 'Choose again' : `Choose ${noun}`}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={choosesFolders ? 'Folder' : 'Files'}
        multiple
        {...directory}
        className={zone.input}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onChoose(folderOfFiles([...(currentTarget.files ?? [])]))
          currentTarget.value = ''
        }}
      />
      <FileCatcher
        disabled={false}
        folders="too"
        onFiles={(_, data) => void folderOfDrop(data).then(onChoose, announceFailure)}
      >
        Drop to import
      </FileCatcher>
    </div>
  )
}
