import { useLocalStorage } from '@mantine/hooks'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { characterKeysAtom } from '#web/lib/pressed-key.ts'
import { useUser } from '#web/lib/session.ts'

/** Whether keys that are characters act for the signed-in person, which their browser keeps; and how to turn them. */
export const useCharacterKeys = () => {
  const { id } = useUser()
  const apply = useSetAtom(characterKeysAtom)
  const [kept, keep] = useLocalStorage<unknown>({
    key: `siteledger:keys:${id}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const on = kept !== false
  useEffect(() => apply(on), [apply, on])
  return { on, turn: (to: boolean) => keep(to) }
}
