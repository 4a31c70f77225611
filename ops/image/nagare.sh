#!/bin/sh
# The command line, as `docker compose exec app nagare …`.
exec node /app/src/cli/nagare.ts "$@"
