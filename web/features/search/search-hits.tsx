import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useId } from 'react'
import { viewDocument } from '#schemas/resources/documents.ts'
import { pathWords } from '#schemas/text/path-words.ts'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { foundWhere, marked, type ShownGroup, type ShownHit } from '#web/features/search/hits.ts'
import styles from '#web/features/search/search-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'
import { atLeast } from '#web/lib/at-least.ts'

type HitLinkProps = {
  hit: ShownHit
  id: string
  selected: boolean
  className: string | undefined
  ref: Ref<HTMLAnchorElement> | undefined
  onClick: () => void
  onPointerMove: () => void
  children: ReactNode
}

/** A link to a hit; an option of the listbox, so that Tab stays in the field. */
const HitLink = ({ hit: { resource, id: record, site }, selected, ...rest }: HitLinkProps) => {
  const option = { ...rest, role: 'option', 'aria-selected': selected, tabIndex: -1 } as const
  switch (resource) {
    case 'clients':
      return <Link to="/dashboard/clients/$id" params={{ id: record }} {...option} />
    case 'sites':
      return <Link to="/dashboard/sites/$id" params={{ id: record }} {...option} />
    case 'visits':
      return <Link to="/dashboard/visits/$id" params={{ id: record }} {...option} />
    case 'files':
      return (
        <Link to="/dashboard/sites/$id" params={{ id: site?.id ?? '' }} hash={`/files/file/${record}`} {...option} />
      )
    case 'documents':
      return (
        <a href={urlOf(viewDocument, { params: { id: record } })} target="_blank" rel="noopener" {...option}>
          {rest.children}
        </a>
      )
    default:
      return <Link to="/dashboard" hash={`/${resource}`} {...option} />
  }
}

/** A text with the words of the query highlighted. */
const Marked = ({ text, query }: { text: string; query: string }) =>
  marked(text, query).map(({ part, hit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    hit ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )

const Hit = ({ hit, query }: { hit: ShownHit; query: string }) => {
  const ancestry = pathWords(hit.client?.name, hit.site?.name)
  const line = [ancestry, foundWhere(hit)].filter(Boolean).join(' · ')
  return (
    <>
      <Icon name={kinds[hit.resource].icon} size={18} />
      <span className={styles.words}>
        <span className={styles.name}>
          <Marked text={hit.name} query={query} />
        </span>
        {line && <span className={styles.line}>{line}</span>}
        {hit.found.excerpt && (
          <span className={styles.excerpt}>
            <Marked text={hit.found.excerpt} query={query} />
          </span>
        )}
      </span>
    </>
  )
}

type Props = {
  /** The heading of hits that are of several kinds. */
  title?: string
  groups: readonly ShownGroup[]
  query: string
  /** The id of the list, and the prefix of its options' ids. */
  list: string
  chosen: number
  active: Ref<HTMLElement>
  onChoose: (at: number) => void
  onOpen: () => void
}

/** The hits by kind, each kind with an option that shows all of them where there are more. */
export const SearchHits = ({ title, groups, query, list, chosen, active, onChoose, onOpen }: Props) => {
  const heading = useId()
  const option = (at: number) => ({
    id: `${list}-${at}`,
    className: styles.hit,
    onClick: onOpen,
    onPointerMove: () => onChoose(at),
    ref: at === chosen ? (active as Ref<HTMLAnchorElement>) : undefined,
  })
  return groups.map(({ resource, total, at_least, hits, allAt }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div key={resource} role="group" aria-labelledby={`${heading}-${resource}`}>
      <div id={`${heading}-${resource}`} className={styles.kind}>
        {title ?? kinds[resource].title}
        {total > hits.length && (
          <span>{` · the first ${hits.length} of ${at_least ? atLeast(total) : total.toLocaleString('en-GB')}`}</span>
        )}
      </div>
      {hits.map((hit) => (
        <HitLink key={hit.id} hit={hit} selected={hit.at === chosen} {...option(hit.at)}>
          <Hit hit={hit} query={query} />
        </HitLink>
      ))}
      {allAt !== null && (
        <Link
          to="/dashboard"
          search={{ search: query }}
          hash={`/${resource}`}
          role="option"
          aria-selected={allAt === chosen}
          tabIndex={-1}
          {...option(allAt)}
        >
          <Icon name="chevron" size={18} />
          <span className={styles.name}>
            {`Show all ${at_least ? atLeast(total) : total.toLocaleString('en-GB')} ${kinds[resource].many}`}
          </span>
        </Link>
      )}
    </div>
  ))
}
