// The health check of MongoDB in docker-compose.yml and docker-compose.cluster.yml, run by mongosh. At the first start it also
// founds the replica set and its two users, which MongoDB allows over the loopback interface as long as there is no user at all
// ("localhost exception"). MONGODB_MEMBERS names the set's members where this one founds it, itself first; empty elsewhere.
const { MONGODB_ROOT_PASSWORD, MONGODB_PASSWORD, MONGODB_MEMBERS = 'mongo:27017' } = process.env;
const place = (host) =>
  `${host}/admin?directConnection=true&tls=true&tlsCAFile=/ca/ca.crt&serverSelectionTimeoutMS=2000`;
const here = place('127.0.0.1:27017');
const openAsRoot = () => connect(`mongodb://root:${encodeURIComponent(MONGODB_ROOT_PASSWORD)}@${here}`);

let admin;
try {
  admin = openAsRoot();
} catch {
  admin = connect(`mongodb://${here}`);
  if (!admin.hello().setName) {
    const members = MONGODB_MEMBERS.split(',').filter(Boolean);
    // One that has lost its data is taken back by the set that the others hold, and must not found another. A member that
    // does not answer ends this check; the next one goes on from here.
    const isFounded = members.slice(1).some((host) => connect(`mongodb://${place(host)}`).hello().setName);
    if (members.length === 0 || isFounded) quit(1);
    admin.runCommand({ replSetInitiate: { _id: 'rs0', members: members.map((host, _id) => ({ _id, host })) } });
  }
  // Only the member that has been elected creates users.
  if (!admin.hello().isWritablePrimary) quit(1);
  admin.createUser({ user: 'root', pwd: MONGODB_ROOT_PASSWORD, roles: ['root'] });
  admin = openAsRoot();
}
const { isWritablePrimary, secondary } = admin.hello();
if (isWritablePrimary && admin.getUser('intake') === null) {
  admin.createUser({
    user: 'intake',
    pwd: MONGODB_PASSWORD,
    roles: ['intake', 'intake_vault'].map((db) => ({ role: 'readWrite', db })),
  });
}
quit(isWritablePrimary || secondary ? 0 : 1);
