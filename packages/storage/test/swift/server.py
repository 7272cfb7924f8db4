"""Debian's Swift with its S3 API in one process, for `npm run swift`: one device, one replica, loopback.

server.py FOLDER prints the port of the proxy once it answers. It ends with its standard input.
Account `test:tester`, key `testing`.
"""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402

folder = os.path.abspath(sys.argv[1])
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "disk", "tmp"), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n")

from swift.common import utils  # noqa: E402

utils.set_swift_dir(folder)

from swift.common.storage_policy import reload_storage_policies  # noqa: E402

reload_storage_policies()

from swift.account.server import AccountController  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.server import ObjectController  # noqa: E402

backend = {
    "devices": devices,
    "mount_check": "false",
    "swift_dir": folder,
    "disable_fallocate": "true",
    "bind_ip": "127.0.0.1",
}
sockets = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in ("account", "container", "object", "proxy")}
ports = {kind: sock.getsockname()[1] for kind, sock in sockets.items()}

for kind in ("account", "container", "object"):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev(
        {"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": ports[kind], "device": "disk", "weight": 1.0}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))

proxy_conf = write(
    "proxy-server.conf",
    """
[DEFAULT]
swift_dir = {folder}
bind_ip = 127.0.0.1
bind_port = {port}

[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin

[filter:slo]
use = egg:swift#slo
""".format(folder=folder, port=ports["proxy"]),
)


class Cache:
    """What tempauth and the proxy want of memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)

    def incr(self, key, delta=1, time=0):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]


cache = Cache()
proxy = loadapp(proxy_conf, global_conf={"log_name": "proxy"})


def with_cache(environ, start_response):
    environ["swift.cache"] = cache
    return proxy(environ, start_response)


quiet = open(os.devnull, "w")
apps = {
    "account": AccountController(backend),
    "container": ContainerController(backend),
    "object": ObjectController(backend),
    "proxy": with_cache,
}
for kind, app in apps.items():
    eventlet.spawn(wsgi.server, sockets[kind], app, quiet)

print(ports["proxy"], flush=True)
# A pipe that its other end has closed.
eventlet.tpool.execute(sys.stdin.read)
