// The minimum in Node: one response from memory for every request.
import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Length': 2 })
  response.end('ok')
}).listen(Number(process.argv[2]), '127.0.0.1')
