/** Policy text: the sentences of a policy as paragraphs and lists, with their links. */
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import type { Block, Piece, PolicyPlace } from '../policyMessages'
import { CONTACT_FORM } from '../policyMessages'

const PLACES = {
  profile: paths.profile,
  purchases: paths.purchases,
  contact: paths.contact,
  privacy: paths.privacy,
  terms: paths.terms,
  refunds: paths.refunds,
  shipping: paths.shipping,
  about: paths.about,
} satisfies Record<PolicyPlace, () => object>

export function PolicyText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block) =>
        'text' in block ? (
          <p key={keyOf(block.text)}>
            <Pieces pieces={block.text} />
          </p>
        ) : (
          <ul key={keyOf(block.list[0] ?? [])} className="grid list-disc gap-2 pl-5 marker:text-muted">
            {block.list.map((item) => (
              <li key={keyOf(item)} className="pl-1">
                <Pieces pieces={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </>
  )
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map((piece) => (
        <Fragment key={keyOf([piece])}>{typeof piece === 'string' ? piece : <PieceLink piece={piece} />}</Fragment>
      ))}
    </>
  )
}

function PieceLink({ piece }: { piece: Exclude<Piece, string> }) {
  if ('ask' in piece) return <AskLink subject={piece.ask} />
  return (
    <Link {...PLACES[piece.to]()} className="link">
      {piece.text}
    </Link>
  )
}

/** The contact address as a mail with a subject, or the contact form where no address is set. */
export function AskLink({ subject }: { subject: string }) {
  const { name, contactEmail } = useSite()
  if (!contactEmail) {
    return (
      <Link {...paths.contact()} className="link">
        {CONTACT_FORM}
      </Link>
    )
  }
  return (
    <a href={mailTo(contactEmail, `${name}: ${subject}`)} className="link">
      {contactEmail}
    </a>
  )
}

export function mailTo(address: string, subject?: string): string {
  const to = address.split('@').map(encodeURIComponent).join('@')
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}

/** Sentences of one policy differ, so their words are their keys. */
function keyOf(pieces: readonly Piece[]): string {
  return JSON.stringify(pieces)
}
