/** Labels of counted clicks. */
export const ACTIVITY_LABELS = [
  'REGISTER_CLICK',
  'LOGIN_CLICK',
  'DOWNLOAD_CLICK',
  'LIKECLICK_CLICK',
  'UPGRADE_CLICK',
  'GETINTOUCH_CLICK',
  'CANCEL_CLICK',
  'LOGOUT_CLICK',
  'TERMS_CLICK',
  'PRIVACY_CLICK',
  'READ_MORE_ABOUT_LICENSE_CLICK',
] as const
export type ActivityLabel = (typeof ACTIVITY_LABELS)[number]
