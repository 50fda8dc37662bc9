/**
 * Mutations of clubs: what people change, and how the screens follow. What is certain shows at once; the rest is
 * fetched again. A failure of a form stays with the form; other failures are shown in a toast.
 */
import { useMutation } from '@tanstack/react-query'
import { cache, SESSION_KEY } from '@/api/cache'
import { Failure, failureText, hasCode } from '@/api/failure'
import { retryRequest } from '@/api/retryRequest'
import { sender } from '@/api/sender'
import { toast } from '@/ui/toast'
import {
  announce,
  appoint,
  approve,
  ask,
  askClub,
  changeClub,
  changeMember,
  clubKey,
  deleteClub,
  dismiss,
  dropClub,
  dropMember,
  foundClub,
  join,
  leave,
  type NewFeedback,
  type NewNotification,
  reject,
  remove,
  removePicture,
  saveClub,
  saveFeedback,
  setPicture,
  staleClubs,
  staleFeedback,
  staleMembers,
  staleSent,
  upgrade,
} from './api'
import * as messages from './messages'
import type { Club, ClubDraft, Member, Office, Place } from './model'

/** What one is in a club is also a role of one's own. */
function staleRoles(): void {
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
}

function place(club: Club, you: Partial<Place>): Club {
  return club.you ? { ...club, you: { ...club.you, ...you } } : club
}

const hasApplied = (error: unknown) => hasCode(error, 'already_applied')

export function useJoin(club: Club, onDone: () => void) {
  return useMutation({
    mutationFn: () => {
      const isAsSent = async () => (await askClub(club.shortName)).you?.status === 'pending'
      return retryRequest((by) => join(club.shortName, by), toast.info, { arrival: { isThere: hasApplied, isAsSent } })
    },
    onSuccess: (message) => {
      toast.success(message ?? messages.APPLICATION_SENT)
      changeClub(club.id, (known) => place(known, { status: 'pending' }))
      staleClubs()
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, messages.JOIN_FAILED))
      // Decided or applied elsewhere meanwhile.
      staleClubs()
    },
  })
}

export function useLeave(club: Club, onDone: () => void) {
  return useMutation({
    mutationFn: () => leave(club.shortName),
    onSuccess: (message) => {
      toast.success(message)
      changeClub(club.id, (known) => ({
        ...place(known, { status: 'none', role: null }),
        members: known.members - (known.you?.status === 'member' ? 1 : 0),
      }))
      void staleMembers(club.shortName)
      staleRoles()
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, messages.LEAVE_FAILED))
      staleClubs()
      onDone()
    },
  })
}

/** What is done with one row of the members. */
export type Act = { kind: 'approve' | 'reject' | 'remove' } | { kind: 'upgrade'; office: Office }

/** Does it, follows with the lists, says how it went. Gives whether it was done. */
export async function actOnMember(club: string, member: Member, act: Act): Promise<boolean> {
  try {
    if (act.kind === 'upgrade') {
      const { message, member: now } = await upgrade(club, member.id, act.office)
      changeMember(club, now)
      toast.success(message)
    } else if (act.kind === 'approve') {
      const { message } = await approve(member.id)
      dropMember(club, member, ({ total, pending, office }) => ({ total: total + 1, pending: pending - 1, office }))
      toast.success(message)
    } else if (act.kind === 'reject') {
      const message = await reject(member.id)
      dropMember(club, member, (counts) => ({ ...counts, pending: counts.pending - 1 }))
      toast.success(message)
    } else {
      const message = await remove(member.id)
      const held = member.status.toLowerCase() === 'member' ? 0 : 1
      dropMember(club, member, (counts) => ({ ...counts, total: counts.total - 1, office: counts.office - held }))
      toast.success(message)
    }
    // The own office may have been the one that changed.
    staleRoles()
    return true
  } catch (error) {
    toast.error(failureText(error, messages.ACTION_FAILED))
    return false
  } finally {
    void staleMembers(club)
  }
}

export function useAppoint(club: string, onDone: () => void) {
  return useMutation({
    mutationFn: (email: string) => appoint(club, email),
    onSuccess: (message) => {
      toast.success(message)
      void staleMembers(club)
      staleRoles()
      onDone()
    },
  })
}

export function useDismiss(club: string, onDone: () => void) {
  return useMutation({
    mutationFn: (userId: string) => dismiss(club, userId),
    onSuccess: (message) => {
      toast.success(message)
      staleRoles()
    },
    onError: (error) => toast.error(failureText(error, messages.ACTION_FAILED)),
    onSettled: () => {
      void staleMembers(club)
      onDone()
    },
  })
}

export function useAnnounce(club: string, onDone: () => void) {
  return useMutation({
    mutationFn: (asked: NewNotification) => announce(club, asked),
    onSuccess: () => {
      toast.success(messages.SENT)
      staleSent(club)
      onDone()
    },
    onError: (error) => toast.error(failureText(error, messages.SEND_FAILED)),
  })
}

export function useSaveFeedback(club: string, onShown: () => void) {
  return useMutation({
    mutationFn: ({ given, ...asked }: NewFeedback & { given: boolean }) => saveFeedback(club, asked, given),
    onSuccess: async (message) => {
      toast.success(message)
      await staleFeedback(club)
      onShown()
    },
    onError: (error) => {
      toast.error(failureText(error, messages.FEEDBACK_FAILED))
      // Given in another window: it is shown, and can be changed.
      if (hasCode(error, 'already_given')) void staleFeedback(club).then(onShown)
    },
  })
}

export function useAsk(club: string, onDone: () => void) {
  return useMutation({
    mutationFn: (text: string) => ask(club, text),
    onSuccess: (message) => {
      toast.success(message)
      onDone()
    },
  })
}

/** `before`: what the form began with; null where a club is founded. */
export type AskedClub = { draft: ClubDraft; before: ClubDraft | null; picture: File | null; withoutPicture?: boolean }

/** The picture goes after the club: that it was not taken must not cost the rest. */
async function withPicture(club: Club, { picture, withoutPicture }: AskedClub, by: string | null): Promise<Club> {
  const name = club.shortName
  try {
    if (picture) return await retryRequest(() => setPicture(name, picture, by), toast.info, { by })
    if (withoutPicture) return await removePicture(name, by)
  } catch (error) {
    const isUnsure = error instanceof Failure && error.unsure
    toast.warning(isUnsure ? messages.PICTURE_UNSURE : `${messages.PICTURE_LOST} ${failureText(error, '')}`.trim())
  }
  return club
}

/** `named`: the club to change; null founds one. */
export function useSaveClub(named: string | null, onDone: (club: Club) => void) {
  return useMutation({
    mutationFn: async (asked: AskedClub) => {
      const by = sender()
      const { club, message } = await (named === null || !asked.before
        ? foundClub(asked.draft)
        : saveClub(named, asked.draft, asked.before))
      return { club: await withPicture(club, asked, by), message }
    },
    onSuccess: ({ club, message }) => {
      toast.success(message)
      cache.setQueryData<Club>(clubKey(club.shortName), club)
      staleClubs()
      onDone(club)
    },
  })
}

export function useDeleteClub(club: Club, onDone: () => Promise<void>) {
  return useMutation({
    mutationFn: () => deleteClub(club.shortName),
    onSuccess: (message) => {
      toast.success(message)
      staleRoles()
      // Forgotten once its page is left: while shown it would be asked for again.
      void onDone().then(() => dropClub(club.shortName))
    },
    onError: (error) => toast.error(failureText(error, messages.DELETE_FAILED)),
  })
}
