import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { type Resource, resources } from '#schemas/nouns.ts'
import type { IconName } from '#web/components/icon.tsx'
import { keysShown, keysShownAtom } from '#web/components/keys-shown.ts'
import { kinds } from '#web/components/kinds.ts'
import { goToPanelAt } from '#web/components/panel.tsx'
import { usePlaces } from '#web/components/places/use-places.ts'
import { type KeyName, keys } from '#web/lib/keys.ts'
import { useCan, useTeam } from '#web/lib/session.ts'
import { useOtherScheme } from '#web/lib/use-other-scheme.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'

/** Something that the palette does; `also` are other words that find it, `press` is its key, if it has one. */
export type Action = { label: string; also?: string; icon: IconName; press?: string; run: () => void }

const pressOf = (name: string): { press?: string } => {
  const press = name in keys ? keys[name as KeyName].presses[0] : undefined
  return press === undefined ? {} : { press }
}

/** The actions that the signed-in person may take from everywhere. */
export const useActions = (): Action[] => {
  const can = useCan()
  const team = useTeam()
  const navigate = useNavigate()
  const { other, switchOver } = useOtherScheme()
  const showKeys = useSetAtom(keysShownAtom)
  const leave = useSignOut()
  const places = usePlaces()
  const add = (kind: Resource) => () =>
    goToPanelAt(`#/${kind}`, () => void navigate({ to: '/dashboard', hash: `/${kind}` }))
  return [
    ...resources
      .filter((kind) => team !== null && can(`${kind}.create`))
      .map((kind): Action => ({ label: `Add a ${kinds[kind].one}`, icon: 'plus', run: add(kind) })),
    ...places.map(
      ({ name, label, icon, also = '', to }): Action => ({
        label: `Go to ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
        icon,
        also,
        ...pressOf(name),
        run: () => void navigate(to),
      }),
    ),
    { label: `Switch to ${other} colours`, icon: other === 'light' ? 'sun' : 'moon', run: switchOver },
    { label: 'Keyboard shortcuts', icon: 'help', ...pressOf('help'), run: () => showKeys(keysShown) },
    { label: 'Sign out', icon: 'close', run: () => leave.mutate() },
  ]
}

/** The actions whose names, or other words for them, hold every word. */
export const actionsWith = (actions: readonly Action[], text: string): Action[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return actions.filter(({ label, also = '' }) =>
    words.every((word) => `${label} ${also}`.toLowerCase().includes(word)),
  )
}
