import type { Request } from 'express'
import { tokenDigest } from '#api/adapters/bearers.ts'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { type ShareCommand, shareDecider } from '#api/domain/share.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { shareStream } from '#api/event-store/streams.ts'
import { empty } from '#api/http/answer.ts'
import { complianceTable } from '#api/http/compliance-page.ts'
import type { FindCurrent } from '#api/http/freshness-gate.ts'
import { filesList, type ListedFile, linkPage, lockPage, otherPages, sharedPage } from '#api/http/link-pages.ts'
import type { LinkPass } from '#api/http/link-pass.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { contentAnswers } from '#api/services/files/content-answers.ts'
import type { RequiredOf, ShareAccess, SharedRecord } from '#api/services/files/share-access.ts'
import { sharedCompliance } from '#api/services/files/shared-compliance.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { bytesOf, requireRoom } from '#api/services/zips/room.ts'
import { zipOfShare } from '#api/services/zips/zip-of-share.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { KnownShare } from '#projections/facilities/shares.ts'
import type { CommandContext } from '#schemas/event.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import {
  downloadSharedFile,
  downloadSharedFiles,
  openShare,
  sharedThumbnail,
  sharePages,
  unlockShare,
} from '#schemas/resources/shares.ts'
import { maxZipBytes } from '#schemas/resources/zips.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { longDate, longTime, showDate, today } from '#schemas/time/dates.ts'

type Link = { share: KnownShare; record: SharedRecord }

const isLocked = ({ password, max_openings }: KnownShare): boolean => password || max_openings !== null

const isUsedUp = ({ openings, max_openings }: KnownShare): boolean => max_openings !== null && openings >= max_openings

const listed = (link: string, file: FileRow): ListedFile => {
  const path = `${link}/${file.id}`
  return {
    name: file.name,
    about: `${humanReadableSize(file.size)} · ${showDate(file.completed_at)}`,
    thumbnail: file.thumbnail_state === 'ready' ? `${path}/thumbnail` : null,
    download: `${path}/download`,
  }
}

/** The actions of a guest by a link belong to the team's history; nobody knows who it was. */
const byLink = (context: CommandContext, { id, team_id: teamId }: KnownShare): CommandContext => ({
  ...context,
  actor: null,
  impersonator: null,
  teamId,
  via: { kind: 'share', id },
})

const downloading = { type: 'DownloadSharedFiles' } as const

/** A program that looks whether a link is there opens nothing. */
const isLook = ({ method }: Request): boolean => method === 'HEAD'

type SharePagesSetup = {
  content: ContentStore
  access: ShareAccess
  pass: LinkPass
  current: FindCurrent
  /** Does the same work if there is no hash, and then returns false. */
  verifyPassword: (password: string, hash: string | null) => Promise<boolean>
  timeZone: string
}

/** The pages of share links, for whoever has one. */
export const sharePageRoutes = (
  { content, access, pass, current, verifyPassword, timeZone }: SharePagesSetup,
  readModels: ReadModels,
): Route[] => {
  const {
    facilities: { shares },
    directory: { teams },
    records: { categories },
  } = readModels
  const required = sharedCompliance(access, readModels)
  const dayAt = (instant: string) => today(new Date(instant), timeZone)
  const { original, drawn } = contentAnswers(content)

  /** The link of a secret, which has neither ended nor lost its record. */
  const linkOf = async (secret: string, { at }: CommandContext): Promise<Link> => {
    const digest = tokenDigest(secret)
    const share = await current(
      () => shares.byDigest(digest),
      ({ id, user_id, team_id }) => [id, user_id, team_id],
    )
    const isOver = !share || Date.parse(share.expires_at) <= Date.parse(at)
    if (isOver) throw notFound().recordedAs('link_refused')
    return { share, record: access.record(share) }
  }

  /** Answers the position of what it records. */
  const change = async (ledger: Ledger, share: KnownShare, command: ShareCommand, context: CommandContext) =>
    (await handle(ledger, shareDecider, shareStream(share.id), command, byLink(context, share))).position

  const isOpen = (share: KnownShare, request: Request, { at }: CommandContext): boolean =>
    !isLocked(share) || pass.isHeld(request, share.id, Date.parse(at))

  /** An unlocked link; a locked one counts as absent until its password has been given. */
  const openedLink = async (secret: string, request: Request, context: CommandContext): Promise<Link> => {
    const link = await linkOf(secret, context)
    if (!isOpen(link.share, request, context)) throw notFound()
    return link
  }

  const headOf = ({ share, record }: Link) => ({
    team: orNotFound(teams.team(share.team_id)).name,
    ...record,
    until: longDate(share.expires_at, timeZone),
  })

  const tableOf = async (path: string, of: RequiredOf, at: string, cursor: string | undefined): Promise<string> => {
    const { rows, total, next } = await required.page(of, dayAt(at), cursor)
    const table = complianceTable({
      path,
      at: longTime(at, timeZone),
      rows,
      categories: inTreeOrder(categories.tree(of.scope.teamId)).map(({ node }) => node),
    })
    const others = { count: total, next: next && `${path}?${new URLSearchParams({ cursor: next })}` }
    return cursor === undefined && next === null ? table : table + otherPages(others, 'sites in all')
  }

  const listOf = (path: string, share: KnownShare, cursor: string | undefined): string => {
    const { rows, total, next } = access.files(share, cursor)
    const bytes = bytesOf(rows)
    const isFirst = cursor === undefined
    const isOne = isFirst && rows.length > 1 && bytes <= maxZipBytes
    const label = next === null ? 'Download all' : `Download the newest ${rows.length.toLocaleString('en-GB')}`
    return filesList({
      files: rows.map((file) => listed(path, file)),
      all: isOne ? { path: `${path}/zip`, label, size: humanReadableSize(bytes) } : null,
      others:
        isFirst && next === null
          ? null
          : { count: total, next: next && `${path}?${new URLSearchParams({ cursor: next })}` },
    })
  }

  return [
    route(openShare, async ({ params: { secret }, query: { cursor }, request, context, ledger }) => {
      const link = await linkOf(secret, context)
      const { share } = link
      if (!isOpen(share, request, context)) {
        if (isUsedUp(share)) throw notFound()
        return linkPage(lockPage(share.password))
      }
      const path = sharePages + secret
      const of = access.required(share)
      const content = of ? await tableOf(path, of, context.at, cursor) : listOf(path, share, cursor)
      const page = sharedPage(headOf(link), content)
      // Whoever has unlocked it has opened it.
      const isOpening = !isLocked(share) && !isLook(request)
      const position = isOpening ? await change(ledger, share, { type: 'OpenShare', at: context.at }, context) : null
      return linkPage(page, position)
    }),

    route(unlockShare, async ({ params: { secret }, body, context, ledger }) => {
      const { share } = await linkOf(secret, context)
      if (isUsedUp(share)) throw notFound()
      if (share.password) {
        const known = await load(ledger, shareDecider, shareStream(share.id))
        const hash = known.status === 'none' ? null : known.passwordHash
        if (!(await verifyPassword(body.password, hash))) throw new RuleBroken('share-password-wrong')
      }
      const position = await change(ledger, share, { type: 'OpenShare', at: context.at }, context)
      return pass.give(share.id, sharePages + secret, Date.parse(context.at), position)
    }),

    route(downloadSharedFile, async ({ params: { secret, id }, request, context, ledger }) => {
      const { share } = await openedLink(secret, request, context)
      const file = await required.file(share, dayAt(context.at), id)
      const answer = await original(share.team_id, file, 'attachment')
      if (isLook(request)) return answer
      const position = await change(ledger, share, { ...downloading, at: context.at, fileIds: [id] }, context)
      return { ...answer, position }
    }),

    route(downloadSharedFiles, async ({ params: { secret }, request, context, ledger }) => {
      const { share, record } = await openedLink(secret, request, context)
      if (isLook(request)) return empty()
      const { rows } = access.files(share)
      if (rows.length === 0) throw notFound()
      requireRoom(rows, 'filter')
      const { files, answer } = await zipOfShare(content, share.team_id, record.name, rows)
      const fileIds = files.map(({ id }) => id)
      const position = await change(ledger, share, { ...downloading, at: context.at, fileIds }, context)
      return { ...answer, position }
    }),

    route(sharedThumbnail, async ({ params: { secret, id }, request, context }) => {
      const { share } = await openedLink(secret, request, context)
      const { thumbnail_hash: hash } = await required.file(share, dayAt(context.at), id)
      return drawn(share.team_id, hash, 'thumbnail.webp', false)
    }),
  ]
}
