// The health check of MongoDB in docker-compose.yml, run by mongosh. At the first start it also founds the replica set and its
// two users, which MongoDB allows over the loopback interface as long as there is no user at all ("localhost exception").
const { MONGODB_ROOT_PASSWORD, MONGODB_PASSWORD } = process.env;
const place = '127.0.0.1:27017/admin?directConnection=true&tls=true&tlsCAFile=/ca/ca.crt';

let admin;
try {
  admin = connect(`mongodb://root:${encodeURIComponent(MONGODB_ROOT_PASSWORD)}@${place}`);
} catch {
  admin = connect(`mongodb://${place}`);
  if (!admin.hello().setName) {
    admin.runCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] } });
  }
  // A member that has not been elected yet creates no user; the next check goes on from here.
  if (!admin.hello().isWritablePrimary) quit(1);
  admin.createUser({ user: 'root', pwd: MONGODB_ROOT_PASSWORD, roles: ['root'] });
  admin = connect(`mongodb://root:${encodeURIComponent(MONGODB_ROOT_PASSWORD)}@${place}`);
}
if (admin.getUser('intake') === null) {
  admin.createUser({
    user: 'intake',
    pwd: MONGODB_PASSWORD,
    roles: ['intake', 'intake_vault'].map((db) => ({ role: 'readWrite', db })),
  });
}
quit(admin.hello().isWritablePrimary ? 0 : 1);
