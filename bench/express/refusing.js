/** How every call says no. */
export function refuse(response, status, message) {
  response.status(status).json({ success: false, message })
}
