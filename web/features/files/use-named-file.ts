import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { type SiteFile, showFile } from '#schemas/resources/files.ts'
import { dialogAtom } from '#web/features/files/opened-dialog.ts'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Opens the preview of the file that an address names, `#/files/file/{id}`, wherever in the gallery it is. */
export const useNamedFile = (): void => {
  const [word, named] = parseHash(usePageHash()).segments
  const id = word === 'file' ? named : undefined
  const navigate = useNavigate()
  const show = useSetAtom(dialogAtom)
  const { data: file, error } = useQuery({ ...oneQuery(showFile, { id: id ?? '' }), enabled: id !== undefined })

  // Once it is open the address is that of the gallery again, so that the same link works twice.
  const settle = useEffectEvent(() => {
    void navigate({ to: '.', hash: '/files', replace: true, hashScrollIntoView: false, resetScroll: false })
  })
  const open = useEffectEvent((wanted: SiteFile) => {
    show({ dialog: { kind: 'preview', file: wanted }, opened: true })
    settle()
  })
  useEffect(() => {
    if (id !== undefined && file?.id === id) open(file)
  }, [id, file])
  useEffect(() => {
    if (id === undefined || !error) return
    void announce(messageOf(error), 'failure')
    settle()
  }, [id, error])
}
