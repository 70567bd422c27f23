import { DropField, uploads } from '#web/components/drop-field.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { type ChosenFolder, folderOfDrop, folderOfFiles } from './chosen-folder.ts'

/** Phones cannot choose folders. */
const choosesFolders = 'webkitdirectory' in HTMLInputElement.prototype

type Props = { chosen: ChosenFolder | undefined; onChoose: (folder: ChosenFolder) => void }

/** Chooses a folder, or several files where folders cannot be chosen; folders can be dropped anywhere on the page. */
export const FolderField = ({ chosen, onChoose }: Props) => (
  <>
    <DropField
      label={choosesFolders ? 'Folder' : 'Files'}
      file={chosen ?? null}
      onChoose={(files) => onChoose(folderOfFiles(files))}
      error={null}
      disabled={false}
      taken={{ ...uploads, photos: false, folder: choosesFolders }}
    />
    <FileCatcher
      disabled={false}
      folders="too"
      onFiles={(_, data) => void folderOfDrop(data).then(onChoose, announceFailure)}
    >
      Drop to import
    </FileCatcher>
  </>
)
