/** Changes of the secret address of one's own calendar. They are of the dialog alone, and fetched with it. */
import { useMutation } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { toast } from '@/ui/toast'
import { makeCalendarAddress, removeCalendarAddress, staleCalendarAddress } from '../api'
import { ADDRESS_NOT_MADE, ADDRESS_NOT_REMOVED } from '../calendarMessages'

/** Its data is the new address. It stays only as long as the dialog. */
export function useMakeCalendarAddress() {
  return useMutation({
    mutationFn: makeCalendarAddress,
    gcTime: 0,
    onSuccess: staleCalendarAddress,
    onError: (error) => {
      toast.error(failureText(error, ADDRESS_NOT_MADE))
    },
  })
}

export function useRemoveCalendarAddress(onDone: () => void) {
  return useMutation({
    mutationFn: removeCalendarAddress,
    onSuccess: async (message) => {
      await staleCalendarAddress()
      toast.success(message)
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, ADDRESS_NOT_REMOVED))
    },
  })
}
