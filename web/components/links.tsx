import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { addressAt } from '#web/lib/moment.ts'

type Native<Own> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> }

/** A link in running text to a page of the app. */
export const TextLink = createLink((props: AnchorProps & Native<AnchorProps>) => <Anchor {...props} />)

/** The same, at a page of a moment, to what is there now. */
export const TodayLink = createLink(({ href, ...props }: AnchorProps & Native<AnchorProps>) => (
  <Anchor {...props} href={addressAt(null, href)} onClick={undefined} />
))

/** A link to another place of the same page, by its hash: '/users/7'. */
export const PlaceLink = ({ hash, children }: { hash: string; children: ReactNode }) => (
  <TextLink to="." hash={hash} hashScrollIntoView={false} activeOptions={{ includeHash: true }} inherit>
    {children}
  </TextLink>
)

/** A link to a page of the app that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native<ButtonProps>) => <Button component="a" {...props} />)
