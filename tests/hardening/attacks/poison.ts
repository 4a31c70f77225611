/** Text that no answer may repeat. */
export const CANARY = 'evil-canary.example'

/** Headers that have poisoned caches and frameworks. */
export const POISON = [
  ...[
    'x-forwarded-host',
    'x-forwarded-server',
    'x-forwarded-proto',
    'x-forwarded-scheme',
    'x-forwarded-port',
  ],
  ...['x-forwarded-prefix', 'x-forwarded-path', 'x-forwarded-uri', 'x-forwarded-ssl', 'forwarded', 'via'],
  ...[
    'x-host',
    'x-http-host-override',
    'x-original-host',
    'x-original-url',
    'x-rewrite-url',
    'x-original-uri',
  ],
  ...['x-http-method-override', 'x-http-method', 'x-method-override', 'x-http-destinationurl', 'destination'],
  ...['origin', 'referer', 'cookie', 'authorization', 'accept-language', 'user-agent', 'x-requested-with'],
  ...['x-middleware-subrequest', 'x-middleware-rewrite', 'x-astro-path', 'x-astro-locals', 'x-astro-route'],
  ...['x-invoke-path', 'x-nextjs-data', 'x-amz-website-redirect-location', 'x-wap-profile', 'translate'],
  ...['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-cluster-client-ip', 'client-ip'],
  ...['range', 'if-none-match', 'expect-ct', 'max-forwards', 'traceparent', 'x-csp', 'x-cache-key', 'pragma'],
]
