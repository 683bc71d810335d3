# SPDX-License-Identifier: MIT
"""Algolia's own Python client, pointed at a running app, and calls without a client."""

import http.client
import json

from algoliasearch.http.hosts import Host, HostsCollection
from algoliasearch.recommend.client import RecommendClientSync
from algoliasearch.recommend.config import RecommendConfig
from algoliasearch.search.client import SearchClientSync
from algoliasearch.search.config import SearchConfig


def secrets(stack):
    """What the key file holds: the application's id, and the keys by their descriptions."""
    file = json.loads((stack.data / "algolia.keys").read_text())
    keys = {key["description"].split()[0].lower(): key["value"] for key in file["keys"]}
    return file["applicationID"], keys


def client(stack, key=None, **settings):
    """The client of a key; of the admin key where none is given. Nothing of it is changed but the host."""
    application, keys = secrets(stack)
    return SearchClientSync.create_with_config(pointed(stack, SearchConfig(application, key or keys["admin"]), settings))


def recommend_client(stack):
    """The client for recommendations, with the key for searches."""
    application, keys = secrets(stack)
    return RecommendClientSync.create_with_config(pointed(stack, RecommendConfig(application, keys["search"]), {}))


def pointed(stack, config, settings):
    """The settings of a client with another host."""
    config.proxies = {}
    config.hosts = HostsCollection([Host(url="127.0.0.1", scheme="http", port=stack.port)])
    for name, value in settings.items():
        setattr(config, name, value)
    return config


def call(stack, method, path, body=None, key="search", **headers):
    """A call without a client; answers with its status, its header fields and its JSON."""
    application, keys = secrets(stack)
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=20)
    try:
        own = {"x-algolia-application-id": application, "x-algolia-api-key": keys.get(key, key)} if key else {}
        connection.request(method, path, body if isinstance(body, (str, bytes, type(None))) else json.dumps(body),
                           {**own, **{name.replace("_", "-"): value for name, value in headers.items()}})
        response = connection.getresponse()
        content = response.read()
        return response.status, dict(response.getheaders()), json.loads(content) if content else None
    finally:
        connection.close()
