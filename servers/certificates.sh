#!/bin/sh
# Runs once before the servers of docker-compose.yml: makes an authority, a certificate for each server, and the key file with
# which members of MongoDB's replica set recognize each other. The authority's own key is not stored, so nobody issues further
# certificates with it. docs/operations.md says how to replace them.
set -eu

DAYS=3650
EVENTSTORE_USER=1000
MONGODB_USER=999

if [ -s /ca/ca.crt ] && [ -s /eventstore/node.key ] && [ -s /mongo/mongo.pem ] && [ -s /mongo/keyfile ]; then
  echo 'The certificates are here already.'
  exit 0
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
umask 077
es-gencert-cli create-ca -days "$DAYS" -out "$work/ca"
# Each holds the names of a cluster's nodes too (docker-compose.cluster.yml).
for name in eventstore mongo; do
  es-gencert-cli create-node -days "$DAYS" -ca-certificate "$work/ca/ca.crt" -ca-key "$work/ca/ca.key" \
    -out "$work/$name" -dns-names "$name,$name-2,$name-3,localhost" -ip-addresses 127.0.0.1
done

put() { # file, owner, mode, target
  cp "$1" "$4.new"
  chown "$2" "$4.new"
  chmod "$3" "$4.new"
  mv -f "$4.new" "$4"
}
put "$work/eventstore/node.crt" "$EVENTSTORE_USER" 444 /eventstore/node.crt
put "$work/eventstore/node.key" "$EVENTSTORE_USER" 400 /eventstore/node.key
cat "$work/mongo/node.key" "$work/mongo/node.crt" > "$work/mongo.pem"
put "$work/mongo.pem" "$MONGODB_USER" 400 /mongo/mongo.pem
head -c 756 /dev/urandom | base64 | tr -d '\n' > "$work/keyfile"
put "$work/keyfile" "$MONGODB_USER" 400 /mongo/keyfile
# Last: the servers start only once this script has ended, and it ends early only if everything is here.
put "$work/ca/ca.crt" 0 444 /ca/ca.crt
