import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { showFile } from '#schemas/resources/files.ts'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Opens the preview of the file in the address, `#/files/file/{id}`, even when the gallery has not loaded it. */
export const useNamedFile = (): void => {
  const [word, named] = parseHash(usePageHash()).segments
  const id = word === 'file' ? named : undefined
  const navigate = useNavigate()
  const show = useShowDialog(fileDialogs)
  const { data: file, error } = useQuery({ ...oneQuery(showFile, { id: id ?? '' }), enabled: id !== undefined })

  // Resets the address to the gallery's once the preview is open, so that the same link works again.
  const settle = useEffectEvent(() => {
    void navigate({ to: '.', hash: '/files', replace: true, hashScrollIntoView: false, resetScroll: false })
  })
  const open = useEffectEvent((wanted: SiteFile) => {
    show({ kind: 'preview', record: wanted })
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
